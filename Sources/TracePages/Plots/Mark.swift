/// Something that a plot shows, in the units of its axes. All of one kind are one path, so that a thousand points cost a line of
/// markup each and no more.
struct Mark {
    enum Shape {
        /// A line; nil breaks it.
        case line([Point?])
        /// Round points of equal size.
        case points([Point])
        /// Rectangles.
        case bars([Box])
        /// Straight lines from one point to another.
        case segments([(from: Point, to: Point)])
    }

    let shape: Shape
    /// The series that it belongs to, from 1 on, which has its color.
    let series: Int
    /// Further classes of the style sheet.
    var style = ""

    struct Point: Equatable {
        let x: Double
        let y: Double

        init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    }

    struct Box: Equatable {
        let from: Point
        let to: Point

        init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
            (from, to) = (Point(x.lowerBound, y.lowerBound), Point(x.upperBound, y.upperBound))
        }

        /// The box of a point, which has no size.
        init(_ point: Point) { (from, to) = (point, point) }
    }

    var isEmpty: Bool {
        switch shape {
        case .line(let points): points.isEmpty
        case .points(let points): points.isEmpty
        case .bars(let boxes): boxes.isEmpty
        case .segments(let segments): segments.isEmpty
        }
    }

    /// Whether both are of one shape and style.
    func isLike(_ other: Mark) -> Bool {
        switch (shape, other.shape) {
        case (.line, .line), (.points, .points), (.bars, .bars), (.segments, .segments):
            style == other.style
        default: false
        }
    }

    /// The path in an area that is 1,000 wide.
    func path(_ area: Area) -> String {
        var path = ""
        switch shape {
        case .line(let points):
            // What is level or upright is written shorter, and what does not move, not at all.
            var last: (x: String, y: String)?
            for point in points {
                guard let point else {
                    last = nil
                    continue
                }
                let (x, y) = (Area.fine(area.x(point.x)), Area.text(area.y(point.y)))
                switch last {
                case nil: path += "M\(x) \(y)"
                case (x, y)?: break
                case (_, y)?: path += "H" + x
                case (x, _)?: path += "V" + y
                default: path += "L\(x) \(y)"
                }
                last = (x, y)
            }
        case .points(let points):
            // A line of no length with round ends stays round however the area is stretched.
            for point in points { path += "M" + area.place(point) + "h0" }
        case .bars(let boxes):
            for box in boxes {
                // What begins at the very end is still seen.
                let left = min(area.x(box.from.x), Area.width - 1.5)
                let right = area.x(box.to.x)
                let (top, bottom) = (area.y(box.to.y), area.y(box.from.y))
                // What lasts no time is seen all the same.
                path += "M" + Area.fine(left) + " " + Area.text(top) + "H" + Area.fine(max(right, left + 1.5))
                path += "V" + Area.text(max(bottom, top + 1)) + "H" + Area.fine(left) + "Z"
            }
        case .segments(let segments):
            for segment in segments {
                let isUpright = segment.from.x == segment.to.x
                path += "M" + area.place(segment.from)
                path += isUpright ? "V" + Area.text(area.y(segment.to.y)) : "L" + area.place(segment.to)
            }
        }
        return path
    }

    /// The class of its element.
    var kind: String {
        let shape =
            switch shape {
            case .line, .segments: "line"
            case .points: "points"
            case .bars: "bar"
            }
        return "\(shape) s\(series)" + (style.isEmpty ? "" : " \(style)")
    }
}

/// The place of values in a plot.
struct Area {
    let horizontal: Scale
    let vertical: Scale
    /// In pixels; the width is that of the window.
    let height: Int

    static let width = 1000.0

    func x(_ value: Double) -> Double { horizontal.position(value) * Self.width }
    func y(_ value: Double) -> Double { (1 - vertical.position(value)) * Double(height) }
    func place(_ point: Mark.Point) -> String { Self.fine(x(point.x)) + " " + Self.text(y(point.y)) }

    /// A place along the axis with two decimals at most: it can be looked at a hundred thousand times larger.
    static func fine(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        return rest == 0
            ? String(whole)
            : rest.isMultiple(of: 10) ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// A coordinate with one decimal at most, which is finer than a pixel at any width.
    static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10) ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
}
