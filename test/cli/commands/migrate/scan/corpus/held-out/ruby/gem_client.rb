require 'httparty'

class Reputation
  include HTTParty
  base_uri 'https://api.example.com/3.0'

  def initialize(sid, token)
    @options = { basic_auth: { username: sid, password: token } }
  end

  def contacts
    self.class.get('/contacts.json', @options)['data']
  end

  def invite(email, group)
    body = { contact: email, type: 'email', schedule: 'every_check', contact_group: group }
    self.class.post('/contact/add.json', @options.merge(body: body))
  end

  def default_group
    self.class.get('/contactgroups.json', @options)['data'].find { |g| g['is_default'] == 1 }
  end

  def confirm(id, code)
    self.class.post("/contact/confirm/#{id}.json", @options.merge(body: { authcode: code }))
  end
end
