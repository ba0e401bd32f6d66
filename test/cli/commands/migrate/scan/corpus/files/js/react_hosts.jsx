import { useEffect, useState } from "react";

export function Hosts({ api }) {
  const [hosts, setHosts] = useState([]);
  useEffect(() => {
    api.get("/hosts", { page: 1 }).then((r) => setHosts(r.items));
  }, [api]);
  return (
    <ul>
      {hosts.map((host) => (
        <li key={host.id} className={host.listed ? "bad" : "ok"}>
          <a href={`/host/${host.id}`}>{host.name}</a>
          <button onClick={() => api.post("/host/delete", { id: host.id })}>Delete</button>
        </li>
      ))}
    </ul>
  );
}
