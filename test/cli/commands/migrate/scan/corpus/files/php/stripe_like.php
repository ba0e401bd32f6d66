<?php
namespace Billing;

class Contacts
{
    private $base = 'https://crm.example.org/rest/3.0';

    public function all()
    {
        return $this->http->get($this->base . '/contacts.json?limit=100');
    }

    public function add(array $fields)
    {
        return $this->http->post($this->base . '/contact/new', ['json' => $fields]);
    }

    public function isDefault($contact)
    {
        return $contact['is_primary'] === 1;
    }
}
