<?php
// receiver for monitor events
$body = file_get_contents('php://input');
list($t, $sig) = explode(',', $_SERVER['HTTP_X_SIGNATURE']);
if (!hash_equals(hash_hmac('sha256', $t . '.' . $body, getenv('SECRET')), $sig)) {
    http_response_code(400);
    exit;
}
$event = json_decode($body);
switch ($event->type) {
    case 'rbl.host.listed':
        mail('noc@example.net', $event->host . ' listed', $body);
        break;
    case 'billing.renewal.failed':
        mail('office@example.net', 'renewal failed', $body);
        break;
}
