<?php defined('BASEPATH') OR exit('No direct script access allowed');

class Blmon {
    protected $CI;
    protected $endpoint = 'https://api.example.com/3.0/';

    public function __construct() {
        $this->CI =& get_instance();
        $this->CI->load->library('curl');
    }

    public function all_hosts($page = 1) {
        $this->CI->curl->create($this->endpoint . 'hosts.json?page=' . $page);
        $this->CI->curl->http_login($this->CI->config->item('bl_sid'), $this->CI->config->item('bl_token'));
        $r = json_decode($this->CI->curl->execute(), TRUE);
        return array('rows' => $r['data'], 'count' => (int) $r['total_hosts']);
    }

    public function remove($type, $id) {
        if (!in_array($type, array('host', 'contact'))) show_404();
        return $this->_post("$type/delete/$id.json", array());
    }

    public function set_profile($id, $profile) {
        return $this->_post('host/update/'.$id.'.json', array('rbl_profile' => $profile));
    }

    private function _post($uri, $data) {
        $this->CI->curl->create($this->endpoint . $uri);
        $this->CI->curl->post($data);
        return json_decode($this->CI->curl->execute());
    }
}
