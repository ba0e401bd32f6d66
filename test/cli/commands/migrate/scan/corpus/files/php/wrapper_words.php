<?php
require 'config.php';

define('RBL_ROOT', 'https://api.rblmonitor.example/3.0/');

function api($object, $verb, $args = array(), $id = '') {
    $url = RBL_ROOT . $object . '/' . $verb . ($id ? "/$id" : '') . '.json';
    return json_decode(file_get_contents($url, false, stream_context_create(array('http' => array(
        'method' => 'POST',
        'header' => 'Authorization: Basic ' . base64_encode(SID . ':' . TOKEN),
        'content' => http_build_query($args),
    )))));
}

foreach (file('new-ips.txt') as $ip) {
    $r = api('host', 'add', array('host' => trim($ip), 'name' => trim($ip), 'type' => 'rbl'));
    echo $r->data[0]->id, "\n";
}
foreach (file('gone.txt') as $sid) {
    api('host', 'delete', array(), trim($sid));
}
api('contact', 'resend', array(), 'CO0123456789abcdef0123456789abcdef');
