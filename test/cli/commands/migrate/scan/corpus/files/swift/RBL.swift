import Foundation

struct Host: Decodable {
    let id: String
    let host: String
    let listed: Int
}

final class RBL {
    let root = URL(string: "https://rbl.example.net/api/3.0")!

    func host(_ id: String) async throws -> Host {
        let url = root.appendingPathComponent("host").appendingPathComponent("\(id).json")
        return try await load(url)
    }

    func listings() async throws -> [Host] {
        try await load(root.appendingPathComponent("listings.json"))
    }

    func remove(_ id: String) async throws {
        var request = URLRequest(url: URL(string: "\(root)/host/delete/\(id).json")!)
        request.httpMethod = "POST"
        _ = try await URLSession.shared.data(for: request)
    }
}
