import Foundation
import ServiceDiscovery

extension AppServiceDeclarations {
    /// Reads an Info.plist in XML or binary form.
    ///
    /// The entries of a binary list are in alphabetical order, whatever their order in the file.
    ///
    /// - Throws: The reason why the bytes are not a property list with a dictionary.
    public init(infoPlist bytes: [UInt8]) throws(PropertyListError) {
        let scan = try PropertyListScan(bytes)
        let list: Any
        do {
            // No pointer is passed: the format is not asked for.
            list = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        } catch {
            // What is not a binary list after all, Foundation reads as text and complains about that.
            let reason = bytes.starts(with: "bplist".utf8) ? nil : (error as NSError).userInfo["NSDebugDescription"]
            throw PropertyListError(.unreadable(reason: reason as? String ?? "Foundation cannot read it"))
        }
        guard case .dictionary(let members) = PropertyListValue(list, at: [], in: scan) else {
            throw PropertyListError(.notADictionary)
        }
        self.init(infoPlist: members)
    }
}

extension PropertyListValue {
    /// - Parameters:
    ///   - value: As Foundation read it.
    ///   - path: The keys that lead to it, nil within arrays.
    fileprivate init(_ value: Any, at path: [String]?, in scan: PropertyListScan) {
        // Every number can be taken for a boolean: on Linux these are values of Swift, elsewhere two known objects.
        let object = value as AnyObject
        switch value {
        case let flag as Bool
        where type(of: value) == Bool.self || object === NSNumber(value: true) || object === NSNumber(value: false):
            self = .boolean(flag)
        case let text as String: self = .string(text)
        case is NSNumber: self = .other(.number)
        case is Date: self = .other(.date)
        case is Data: self = .other(.data)
        case let list as [Any]: self = .array(list.map { PropertyListValue($0, at: nil, in: scan) })
        case let dictionary as [String: Any]:
            let ordered = path.flatMap { scan.keys[$0] }?.filter { dictionary[$0] != nil } ?? []
            let others = Set(dictionary.keys).subtracting(ordered).sorted()
            self = .dictionary(
                (ordered + others).compactMap { key in
                    let way = path.map { $0 + [key] }
                    return dictionary[key].map { Member(key: key, value: PropertyListValue($0, at: way, in: scan)) }
                })
        default: self = .other(.special)
        }
    }
}
