require 'net/http'
require 'json'
require 'uri'

module RblMonitor
  ENDPOINT = URI('https://api.rblmonitor.example/3.0/')

  class Host < Struct.new(:id, :host, :name)
    def self.all
      RblMonitor.get('hosts.json', page_size: 100)['data']
    end

    def self.create(ip, name, profile: nil)
      RblMonitor.post('host/add.json', host: ip, name: name, type: 'rbl', rbl_profile: profile)
    end

    def clean?
      RblMonitor.get("host/#{id}.json")['data']['listed'].zero?
    end

    %w[pause resume delete].each do |verb|
      define_method(verb) { RblMonitor.post("host/#{verb}/#{id}.json") }
    end
  end

  def self.get(path, query = {})
    uri = ENDPOINT + path
    uri.query = URI.encode_www_form(query)
    request(Net::HTTP::Get.new(uri))
  end

  def self.post(path, form = {})
    req = Net::HTTP::Post.new(ENDPOINT + path)
    req.set_form_data(form)
    request(req)
  end
end
