import settings
from http_json import post


def add_contact(address, group):
    return post(settings.RBL_API_ROOT + "/contact/add.json", (settings.RBL_USER, settings.RBL_PASSWORD),
                contact=address, type="email", schedule="start_and_end", contact_group=group)
