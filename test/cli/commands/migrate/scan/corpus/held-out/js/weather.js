const base = "https://weather.example.org/data/3.0";
export const onecall = (lat, lon) => fetch(`${base}/onecall?lat=${lat}&lon=${lon}`).then((r) => r.json());
export const hosts = ["a", "b"].map((h) => `${h}.example.org`);
export const isDefault = (city) => city.is_default === 1;
router.get("/hosts", (req, res) => res.json(hosts));
router.get("/contacts.json", (req, res) => res.sendFile("contacts.json"));
