package RBLMon;
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;

our $BASE = 'https://api.rblmonitor.example/3.0';

sub new { my ($class, %arg) = @_; return bless { http => HTTP::Tiny->new, %arg }, $class }

sub profiles { $_[0]->get("$BASE/rblprofiles.json") }

sub host { my ($self, $h) = @_; $self->get("$BASE/host/$h->{id}.json") }

sub groups { $_[0]->get("$BASE/@{[ 'contactgroups' ]}.json") }

sub add_contact {
    my ($self, $address, @groups) = @_;
    return $self->post(
        $BASE . '/contact/add.json',
        { contact => $address, type => 'email', schedule => 'every_check', contact_group => join(',', @groups) },
    );
}

sub drop { my ($self, $kind, $id) = @_; $self->post($BASE . '/' . $kind . '/delete/' . $id . '.json', {}) }

sub drop_contact { $_[0]->drop('contact', $_[1]) }
sub drop_rbl     { $_[0]->drop(rbl => $_[1]) }

sub is_default { my ($self, $group) = @_; return $group->{is_default} == 1 }

sub get { my ($s, $u) = @_; decode_json($s->{http}->get($u, { headers => $s->{headers} })->{content}) }
sub post { my ($s, $u, $f) = @_; decode_json($s->{http}->post_form($u, $f)->{content}) }
1;
