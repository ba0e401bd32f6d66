<?php
// newsletter service, their API is 3.0 as well
$base = 'https://us9.api.example.org/3.0';
$lists = json_decode(file_get_contents("$base/lists?count=50"), true);
foreach ($lists['lists'] as $list) {
    $members = json_decode(file_get_contents("$base/lists/{$list['id']}/members"), true);
    printf("%s %d\n", $list['name'], $members['total_items']);
}
$contacts = json_decode(file_get_contents('contacts.json'), true);
foreach ($contacts as $c) {
    if ($c['status'] === 1) {
        post("$base/contact/add", $c);
    }
}
