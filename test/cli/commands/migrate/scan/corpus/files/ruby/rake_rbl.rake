namespace :rbl do
  base = ENV.fetch('RBL_BASE', 'https://rbl.example.net/api/3.0')

  desc 'Remove hosts that left the DNS'
  task :prune do
    hosts = JSON.parse(RestClient::Request.execute(method: :get, url: "#{base}/hosts.json", user: ENV['SID'], password: ENV['TOKEN']))
    hosts['data'].select { |h| Resolv.getnames(h['host']).empty? }.each do |h|
      puts "removing #{h['name']}"
      RestClient.post [base, 'host', 'delete', h['id']].join('/') + '.json', {}
    end
    puts "#{hosts['total_hosts']} before"
  end

  desc 'Fails if something is listed'
  task :check do
    r = JSON.parse(RestClient.get("#{base}/listings.json"))
    abort 'listed!' unless r['data'].all? { |h| h['listed'].zero? }
  end

  task :pause, [:id] do |_, args|
    sh %(curl -s -u $SID:$TOKEN -X POST #{base}/rbl/pause/#{args[:id]}.json)
  end
end
