require 'sinatra'

set :version, '3.0'

get '/hosts' do
  json Host.page(params[:page], params[:page_size] || 20)
end

post '/host/add' do
  Host.create(name: params[:name], type: params[:type]).to_json
end

post '/contact/update/:id' do
  contact = Contact[params[:id]]
  contact.update(is_default: 1)
  redirect '/contacts'
end
