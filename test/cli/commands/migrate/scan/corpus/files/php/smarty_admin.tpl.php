<html><body>
<h1>Blacklist status</h1>
<?php
$base = $CONFIG['rbl']['url'] ?: 'https://rbl.example.net/api/3.0';
$ctx = stream_context_create(['http' => ['header' => 'Authorization: Basic ' . $CONFIG['rbl']['key']]]);
$hosts = json_decode(file_get_contents($base . '/hosts.json?page_size=500', false, $ctx), true);
?>
<p>Total: <?= $hosts['total_hosts'] ?>, listed: <?= $hosts['total_listed'] ?></p>
<table>
<?php foreach ($hosts['data'] as $h): ?>
  <tr class="<?= $h['listed'] === 1 ? 'bad' : 'ok' ?>">
    <td><?= htmlspecialchars($h['host']) ?></td>
    <td><a href="?action=delete&id=<?= $h['id'] ?>">delete</a></td>
  </tr>
<?php endforeach ?>
</table>
</body></html>
