#!/usr/bin/env bash
# pip 26.3 (23.2.1 does the same).
#
# The variables REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE go before the option --cert: where one of them is set, pip trusts the authorities of that file, and
# says nothing about the file of --cert. Its own variable PIP_CERT does not: the option goes before that one.
#
# Images of machines often set one of the variables to the authorities of the system. There a package whose server has a certificate of another
# authority cannot be installed with --cert; the variable itself has to name the file.
#
# Needs openssl, Python with venv, and the index of pip. Exits with 0 while this is so, with 1 when it has changed.
set -euo pipefail

folder=$(mktemp -d)
server=
end() {
  [ -z "$server" ] || { kill "$server"; wait "$server" 2> /dev/null || true; }
  rm -rf "$folder"
}
trap end EXIT

cd "$folder"
python3 -m venv python
python/bin/pip install --quiet pip==26.3
make_authority() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -addext 'subjectAltName=DNS:localhost' -keyout "$1.key" -out "$1.pem" 2> /dev/null
}
make_authority server
make_authority other
mkdir files && (cd files && python3 -c "
import zipfile
with zipfile.ZipFile('thing-1-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('thing-1.dist-info/METADATA', 'Metadata-Version: 2.1\nName: thing\nVersion: 1\n')
    wheel.writestr('thing-1.dist-info/WHEEL', 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
    wheel.writestr('thing-1.dist-info/RECORD', '')")
python3 -c "
import functools, http.server, ssl
files = functools.partial(http.server.SimpleHTTPRequestHandler, directory='files')
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), files)
tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
tls.load_cert_chain('server.pem', 'server.key')
server.socket = tls.wrap_socket(server.socket, server_side=True)
print(server.server_port, file=open('port', 'w'), flush=True)
server.serve_forever()" 2> /dev/null &
server=$!
until [ -s port ]; do sleep 0.1; done

# download <name=value>: with --cert of the right authority, and this variable
download() {
  env -u REQUESTS_CA_BUNDLE -u CURL_CA_BUNDLE -u PIP_CERT "$1" python/bin/pip download --quiet --no-deps --no-cache-dir --retries 0 --dest "$(mktemp -d -p .)" \
    --cert server.pem "https://localhost:$(< port)/thing-1-py3-none-any.whl" > log 2>&1 && echo installs || { grep -q 'certificate verify failed' log && echo refuses; }
}
without=$(download NOTHING=)
requests=$(download "REQUESTS_CA_BUNDLE=$folder/other.pem")
curl=$(download "CURL_CA_BUNDLE=$folder/other.pem")
printf '%s\n' "with --cert alone: $without" "and REQUESTS_CA_BUNDLE of another authority: $requests" "and CURL_CA_BUNDLE of another authority: $curl"

[ "$without $requests $curl" = 'installs refuses refuses' ] || {
  echo 'this has changed' >&2
  exit 1
}
