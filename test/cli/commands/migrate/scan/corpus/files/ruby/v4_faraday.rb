class Rbl
  def initialize
    @http = Faraday.new(url: ENV.fetch('RBLMONITOR_BASE_URL')) do |f|
      f.request :url_encoded
      f.response :json
    end
  end

  def hosts(page: 1)
    @http.get('rbl/hosts.json', page: page).body.values_at('data', 'total')
  end

  def pause(id)
    @http.post("rbl/hosts/#{id}/pause.json")
  end

  def remove(id)
    @http.delete("rbl/hosts/#{id}.json")
  end

  def listed?(id)
    @http.get("rbl/hosts/#{id}.json").body['data']['listed']
  end
end
