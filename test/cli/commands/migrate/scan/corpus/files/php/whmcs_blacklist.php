<?php
use WHMCS\Database\Capsule;

function blacklist_ConfigOptions() {
    return [
        'API URL' => ['Type' => 'text', 'Default' => 'https://rbl.example.net/api/3.0/'],
        'Contact group' => ['Type' => 'text', 'Size' => 40],
    ];
}

function blacklist_CreateAccount(array $params) {
    $r = blacklist_call($params, 'host/add', [
        'host' => $params['serverip'],
        'name' => $params['domain'],
        'type' => 'rbl',
        'contact_group' => $params['configoption2'],
    ]);
    if ($r['status_message'] !== 'OK') {
        return 'Could not add: ' . $r['status_message'];
    }
    return 'success';
}

function blacklist_SuspendAccount(array $params) {
    blacklist_call($params, 'host/pause/' . blacklist_sid($params));
    return 'success';
}

function blacklist_UnsuspendAccount(array $params) {
    blacklist_call($params, 'host/resume/' . blacklist_sid($params));
    return 'success';
}

function blacklist_TerminateAccount(array $params) {
    blacklist_call($params, 'host/delete/' . blacklist_sid($params));
    return 'success';
}

function blacklist_call($params, $path, $post = null) {
    $ch = curl_init($params['configoption1'] . $path . '.json');
    curl_setopt($ch, CURLOPT_USERPWD, $params['serverusername'] . ':' . $params['serverpassword']);
    curl_setopt($ch, CURLOPT_POSTFIELDS, $post);
    curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);
    return json_decode(curl_exec($ch), true);
}
