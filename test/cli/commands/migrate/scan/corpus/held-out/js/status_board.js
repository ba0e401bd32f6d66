var Board = (function () {
  var cfg = { api: 'https://api.example.com/3.0', key: window.BOARD_KEY };
  function url() { return [cfg.api].concat([].slice.call(arguments)).join('/') + '.json'; }
  function load(cb) {
    var x = new XMLHttpRequest();
    x.open('GET', url('listings'));
    x.setRequestHeader('Authorization', 'Basic ' + cfg.key);
    x.onload = function () { cb(JSON.parse(x.responseText).data); };
    x.send();
  }
  function act(id, verb, cb) {
    var x = new XMLHttpRequest();
    x.open('POST', url('host', verb, id));
    x.onload = cb;
    x.send();
  }
  return {
    start: function () { setInterval(function () { load(render); }, 60000); },
    pause: function (id) { act(id, 'pause', load); },
    drop: function (id) { act(id, 'delete', load); }
  };
  function render(rows) { rows.filter(function (h) { return +h.listed === 1; }).forEach(draw); }
})();
