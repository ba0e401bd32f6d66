#!/usr/bin/python
import sys, urllib2, base64
from optparse import OptionParser
try:
    import json
except ImportError:
    import simplejson as json

p = OptionParser()
p.add_option('-u'); p.add_option('-p'); p.add_option('-H')
p.add_option('--url', default='https://api.example.com/3.0')
o, a = p.parse_args()

def api(what):
    r = urllib2.Request('%s/%s.json' % (o.url, what))
    r.add_header('Authorization', 'Basic ' + base64.encodestring(o.u + ':' + o.p).strip())
    return json.loads(urllib2.urlopen(r).read())

hosts = dict((h['host'], h) for h in api('hosts')['data'])
if o.H not in hosts:
    print 'UNKNOWN: %s is not monitored' % o.H
    sys.exit(3)
h = api('host/' + hosts[o.H]['id'])['data']
if h['listed'] == 1:
    print 'CRITICAL: listed on %s' % ', '.join(d['host'] for d in h['listed_details'])
    sys.exit(2)
print 'OK'
