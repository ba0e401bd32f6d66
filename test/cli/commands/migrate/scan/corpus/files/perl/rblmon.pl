#!/usr/bin/perl -w
use strict;
use LWP::UserAgent;
use JSON;

my $api  = 'https://rbl.example.net/api/3.0';
my $ua   = LWP::UserAgent->new(timeout => 30);
$ua->default_header('Authorization' => "Basic $ENV{RBL_AUTH}");

sub call {
    my ($method, $path, %form) = @_;
    my $res = $method eq 'GET' ? $ua->get("$api$path") : $ua->post("$api$path", \%form);
    die $res->status_line unless $res->is_success;
    return decode_json($res->content);
}

my $cmd = shift or die "usage: $0 list|add|del\n";
if ($cmd eq 'list') {
    my $r = call(GET => '/hosts.json');
    printf "%-34s %-20s %s\n", $_->{id}, $_->{host}, $_->{listed} == 1 ? 'LISTED' : '' for @{$r->{data}};
    print "$r->{total_hosts} hosts\n";
} elsif ($cmd eq 'add') {
    call(POST => '/host/add.json', host => $ARGV[0], name => $ARGV[1] || $ARGV[0], type => 'rbl',
        rbl_profile => $ENV{RBL_PROFILE});
} elsif ($cmd eq 'del') {
    call(POST => "/host/delete/$ARGV[0].json");
} else {
    die "unknown command $cmd\n";
}
