import json
import urllib2

API = 'https://' + 'rbl.example.net' + '/api/' + '3.0'


def url(*parts):
    return '/'.join((API,) + parts) + '.json'


def fetch(u, data=None):
    r = urllib2.Request(u, data)
    r.add_header('Authorization', 'Basic ' + open('/etc/rbl').read().strip())
    return json.loads(urllib2.urlopen(r).read())


def profile(pid):
    return fetch(url('rblprofile', pid))['data']


def new_profile(name):
    return fetch(url('rblprofile', 'add'), 'name=%s&frequency=24&is_default=0' % name)


def kill_profile(pid):
    fetch(url('rblprofile', 'delete', pid), '')


def each_listing():
    answer = fetch(url('listings') + '?page_size=1000')
    for entry in answer['data']:
        if not entry['listed'] == 0:
            yield entry
