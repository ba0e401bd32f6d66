from django.http import JsonResponse
from django.urls import path
from .models import Host, Contact


def hosts(request):
    page = int(request.GET.get("page", 1))
    page_size = int(request.GET.get("page_size", 20))
    qs = Host.objects.all()[(page - 1) * page_size : page * page_size]
    return JsonResponse({"data": [h.as_dict() for h in qs], "total_hosts": Host.objects.count()})


def host_add(request):
    host = Host.objects.create(name=request.POST["name"], type=request.POST.get("type", "vm"))
    return JsonResponse({"id": host.pk})


urlpatterns = [
    path("hosts", hosts),
    path("host/add", host_add),
    path("contacts", lambda r: JsonResponse(list(Contact.objects.values()), safe=False)),
]
