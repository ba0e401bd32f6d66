<?php
/**
 * Tiny client for the blacklist monitor. 2013-06-11 jk
 */
class RblClient
{
    const BASE = 'https://api.rblmonitor.example/3.0';

    private $sid;
    private $token;

    public function __construct($sid, $token)
    {
        $this->sid = $sid;
        $this->token = $token;
    }

    public function hosts($page = 1)
    {
        $answer = $this->get('/hosts.json', array('page' => $page, 'page_size' => 50));
        return array($answer->data, $answer->total_hosts);
    }

    public function addHost($ip, $label, $profile)
    {
        return $this->post('/host/add.json', array(
            'host' => $ip,
            'name' => $label,
            'type' => 'rbl',
            'rbl_profile' => $profile,
        ));
    }

    public function removeHost($id)
    {
        return $this->post('/host/delete/' . $id . '.json');
    }

    public function isListed($id)
    {
        $host = $this->get("/host/$id.json");
        return $host->data->listed == 1;
    }

    private function get($path, $query = array())
    {
        return $this->send(self::BASE . $path . '?' . http_build_query($query), null);
    }

    private function post($path, $fields = array())
    {
        return $this->send(self::BASE . $path, http_build_query($fields));
    }
}
