local http = require("socket.http")
local ltn12 = require("ltn12")
local json = require("cjson")
local mime = require("mime")

local M = { base = "https://rbl.example.net/api/3.0" }

local function call(path, body)
  local out = {}
  http.request{
    url = M.base .. path .. ".json",
    method = body and "POST" or "GET",
    headers = { authorization = "Basic " .. mime.b64(M.auth) },
    source = body and ltn12.source.string(body),
    sink = ltn12.sink.table(out),
  }
  return json.decode(table.concat(out))
end

function M.rbls() return call("/rbls").data end
function M.add_rbl(zone) return call("/rbl/add", "type=rbl&host=" .. zone) end
function M.pause_rbl(id) return call("/rbl/pause/" .. id, "") end
function M.is_system(id)
  return call("/rbl/" .. id).data.custom == 0
end

return M
