-- settings of the panel
INSERT INTO settings (name, value) VALUES
  ('mail_from', 'panel@example.net'),
  ('rblmonitor_url', 'https://api.rblmonitor.example/3.0'),
  ('rblmonitor_profile', 'RP0123456789abcdef0123456789abcdef');
CREATE TABLE hosts (id CHAR(34) PRIMARY KEY, host VARCHAR(255), listed TINYINT DEFAULT 0);
INSERT INTO hosts VALUES ('HT0123456789abcdef0123456789abcdef', '192.0.2.1', 0);
SELECT host FROM hosts WHERE listed = 1;
