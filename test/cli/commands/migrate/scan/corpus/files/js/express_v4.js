const express = require("express");
const app = express();
const BASE = process.env.RBL_BASE; // https://…/4.0

app.get("/hosts", async (req, res) => {
  const page = req.query.page || 1;
  const r = await fetch(`${BASE}/rbl/hosts.json?page=${page}`, { headers });
  const { data, total, total_listed } = await r.json();
  res.json({ hosts: data.filter((h) => h.listed === true), total, total_listed });
});

app.delete("/host/:id", async (req, res) => {
  await fetch(`${BASE}/rbl/hosts/${req.params.id}.json`, { method: "DELETE", headers });
  res.sendStatus(204);
});

app.get("/contacts", (req, res) => res.redirect("/contacts.html"));
app.listen(3000);
