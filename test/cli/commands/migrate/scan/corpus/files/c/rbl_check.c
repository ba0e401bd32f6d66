/* gcc -o rbl_check rbl_check.c -lcurl */
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

#define API "https://api.rblmonitor.example/3.0"

int main(int argc, char **argv)
{
    char url[512];
    CURL *curl = curl_easy_init();
    if (argc > 1)
        snprintf(url, sizeof url, "%s/host/%s.json", API, argv[1]);
    else
        strcpy(url, API "/listings.json?page_size=100");
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_NETRC, CURL_NETRC_REQUIRED);
    if (curl_easy_perform(curl) != CURLE_OK)
        return 3;
    curl_easy_cleanup(curl);
    return 0;
}
