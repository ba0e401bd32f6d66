require 'puppet'
require 'net/http'

Puppet::Reports.register_report(:inventory) do
  desc 'Posts a list of hosts to the inventory'

  def process
    uri = URI('https://inventory.example.org/v3.0/hosts')
    body = { host: host, status: status, listed: metrics.size.zero? }
    Net::HTTP.post(uri, body.to_json, 'Content-Type' => 'application/json')
  end
end
