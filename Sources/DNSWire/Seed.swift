import WireCoding
