'use strict';

var request = require('request');
var querystring = require('querystring');

var BASE = 'https://rbl.example.net/api/3.0';

function Rbl(sid, token) {
  this.auth = { user: sid, pass: token };
}

Rbl.prototype.getContacts = function (cb) {
  request.get({ url: BASE + '/contacts.json', auth: this.auth, json: true }, function (err, res, body) {
    if (err) return cb(err);
    cb(null, body.data, body.total_contacts);
  });
};

Rbl.prototype.addContact = function (email, groups, cb) {
  request.post({
    url: BASE + '/contact/add.json',
    auth: this.auth,
    form: { contact: email, type: 'email', schedule: 'start_and_end', contact_group: groups.join(',') }
  }, cb);
};

Rbl.prototype.eachListed = function (cb) {
  request.get({ url: BASE + '/listings.json?' + querystring.stringify({ page: 1 }), auth: this.auth, json: true }, function (e, r, b) {
    b.data.forEach(function (h) {
      if (h.listed === 1) cb(h);
    });
  });
};

module.exports = Rbl;
