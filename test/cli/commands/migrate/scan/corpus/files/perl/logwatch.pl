#!/usr/bin/perl
use strict;
my (%hosts, %contacts);
while (<>) {
    next unless m{"(GET|POST) (/\S+)};
    my $path = $2;
    $hosts{$1}++    if $path =~ m{^/host/(\w+)};
    $contacts{$1}++ if $path =~ m{^/contact/(\w+)};
}
print "Hosts seen: ", scalar(keys %hosts), "\n";
printf "%-20s %d\n", $_, $hosts{$_} for sort { $hosts{$b} <=> $hosts{$a} } keys %hosts;
print "listed == ", ($hosts{listed} || 0), "\n";
