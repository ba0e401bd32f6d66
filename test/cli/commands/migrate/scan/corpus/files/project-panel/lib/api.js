const { root } = require("../config.json");

module.exports = (auth) => ({
  async call(path, form) {
    const r = await fetch(root + path + ".json", { method: form ? "POST" : "GET", body: form && new URLSearchParams(form), headers: { auth } });
    return (await r.json()).data;
  },
  hosts() { return this.call("/hosts"); },
  pause(id) { return this.call(`/host/pause/${id}`, {}); },
  groups() { return this.call("/contactgroups"); },
});
