import 'dart:convert';
import 'package:http/http.dart' as http;

class Reputation {
  final String root;
  final Map<String, String> headers;
  Reputation(this.headers, {this.root = 'https://api.example.com/3.0'});

  Future<List<dynamic>> listings() async {
    final r = await http.get(Uri.parse('$root/listings.json?page_size=100'), headers: headers);
    return jsonDecode(r.body)['data'];
  }

  Future<void> pause(String id) => http.post(Uri.parse('$root/rbl/pause/$id.json'), headers: headers);

  bool isListed(Map<String, dynamic> host) => host['listed'] == 1;
}
