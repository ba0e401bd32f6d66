api = node['mailrep']['api'] || 'https://api.example.com/3.0'
creds = data_bag_item('mailrep', 'api')

http_request 'register host' do
  url "#{api}/host/add.json"
  action :post
  headers('Authorization' => "Basic #{Base64.strict_encode64("#{creds['sid']}:#{creds['token']}")}")
  message URI.encode_www_form(host: node['ipaddress'], name: node['fqdn'], type: 'rbl')
  not_if { ::File.exist?('/etc/mailrep.id') }
end

execute 'start check' do
  command "curl -s -u #{creds['sid']}:#{creds['token']} -d host=#{node['ipaddress']} #{api}/check/start.json"
end
