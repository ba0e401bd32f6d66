<?php

declare(strict_types=1);

namespace App\Rbl;

use GuzzleHttp\Client;

final class Gateway
{
    private Client $client;

    public function __construct(string $user, string $password)
    {
        $this->client = new Client([
            'base_uri' => 'https://api.rblmonitor.example/3.0/',
            'auth' => [$user, $password],
        ]);
    }

    public function sources(): array
    {
        return $this->json('GET', 'rbls.json', ['query' => ['page_size' => 100]])['data'];
    }

    public function move(string $host, string $profile): void
    {
        $this->json('POST', sprintf('host/update/%s.json', $host), ['form_params' => ['rbl_profile' => $profile]]);
    }

    public function toggle(string $host, bool $paused): void
    {
        $verb = $paused ? 'pause' : 'resume';
        $this->json('POST', "host/{$verb}/{$host}.json");
    }

    public function state(string $host): string
    {
        switch ($this->json('GET', "host/{$host}.json")['data']['listed']) {
            case 1:
                return 'listed';
            default:
                return 'clean';
        }
    }

    private function json(string $method, string $path, array $options = []): array
    {
        return json_decode((string) $this->client->request($method, $path, $options)->getBody(), true);
    }
}
