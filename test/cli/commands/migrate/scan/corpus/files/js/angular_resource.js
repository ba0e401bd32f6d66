angular.module('ops').factory('Rbl', ['$resource', function ($resource) {
  var root = 'https://api.rblmonitor.example/3.0';
  return {
    hosts: $resource(root + '/hosts.json', { page_size: 100 }),
    host: $resource(root + '/host/:id.json', { id: '@id' }, {
      pause: { method: 'POST', url: root + '/host/pause/:id.json' },
      resume: { method: 'POST', url: root + '/host/resume/:id.json' },
      remove: { method: 'POST', url: root + '/host/delete/:id.json' }
    }),
    groups: $resource(root + '/contactgroups.json')
  };
}]).filter('state', function () {
  return function (host) {
    switch (host.listed) {
      case 0: return 'clean';
      case 1: return 'listed';
    }
  };
}).run(function ($log) { $log.debug('loaded', 1); });
