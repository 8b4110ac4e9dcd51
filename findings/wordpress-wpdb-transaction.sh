#!/usr/bin/env bash
# WordPress 6.1.9 (Debian 12, wordpress 6.1.9+dfsg1-0+deb12u1) with MariaDB 10.11.19 and PHP 8.2.
#
# When the connection to the database is lost inside a transaction, $wpdb->query() connects again by itself, runs the statement that failed on the new
# connection, and reports success. The new connection is in no transaction: the statement is committed at once, what the transaction did before it is
# gone, and neither $wpdb->last_error nor the result of a later COMMIT or ROLLBACK shows it. A transaction of two inserts leaves the second one
# in the table, also when it ends with ROLLBACK.
#
# A server that restarts, a proxy that closes connections, or a connection that is killed inside a transaction is enough. A plug-in that keeps money or
# stock in transactions has to set $wpdb->reconnect_retries to 0 inside of them, a protected property that a magic setter lets it set.
#
# Needs apt-get and dpkg of Debian 12, and PHP 8.2. Exits with 0 while this is so, with 1 when it has changed.
set -euo pipefail

folder=$(mktemp -d)
database=
end() {
  [ -z "$database" ] || { kill -KILL "$database"; wait "$database" 2> /dev/null || true; }
  rm -rf "$folder"
}
trap end EXIT

cd "$folder"
apt-get download wordpress=6.1.9+dfsg1-0+deb12u1 php8.2-mysql=8.2.36-1~deb12u1 mariadb-server-core=1:10.11.19-0+deb12u1 \
  php-getid3=1.9.22+dfsg-1 liburing2=2.3-3 libaio1=0.3.113-4 > /dev/null 2>&1
for archive in *.deb; do dpkg -x "$archive" root; done
usr=$folder/root/usr
mariadb() {
  LD_LIBRARY_PATH=$usr/lib/x86_64-linux-gnu exec "$usr/sbin/mariadbd" --no-defaults --basedir="$usr" --lc-messages-dir="$usr/share/mysql" \
    --datadir="$folder/data" --user="$(id -un)" "$@" > /dev/null 2>&1
}
mkdir data
{
  printf '%s\n' 'CREATE DATABASE mysql;' 'USE mysql;' 'SET @auth_root_socket=NULL;'
  cat "$usr"/share/mysql/mysql_{system_tables,performance_tables,system_tables_data}.sql
  printf '%s\n' 'CREATE DATABASE wordpress;' 'CREATE TABLE wordpress.t (v VARCHAR(10)) ENGINE=InnoDB;'
} | (mariadb --bootstrap)
mariadb --skip-networking --socket="$folder/socket" &
database=$!

cat > "$usr/share/wordpress/wp-config.php" << 'PHP'
<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('SOCKET'));
define('WP_INSTALLING', true); // without the tables of WordPress, which are not needed here
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
PHP
cat > ask.php << 'PHP'
<?php
$_SERVER += ['HTTP_HOST' => 'localhost', 'REQUEST_METHOD' => 'GET'];
require getenv('SITE') . '/wp-load.php';
$other = mysqli_connect('localhost', 'root', '', 'wordpress', 0, getenv('SOCKET'));
$wpdb->query('START TRANSACTION');
$wpdb->query("INSERT INTO t VALUES ('first')");
mysqli_query($other, 'KILL ' . $wpdb->get_var('SELECT CONNECTION_ID()'));
$second = $wpdb->query("INSERT INTO t VALUES ('second')");
$error = $wpdb->last_error;
$rolledBack = $wpdb->query('ROLLBACK');
$left = array_column(mysqli_query($other, 'SELECT v FROM t')->fetch_all(MYSQLI_ASSOC), 'v');
echo json_encode(['version' => $wp_version, 'second insert' => $second, 'error' => $error, 'rollback' => $rolledBack, 'rows after it' => $left]);
PHP
for _ in $(seq 100); do [ -S socket ] && break; sleep 0.1; done
modules=$usr/lib/php/20220829
printed=$(SITE=$usr/share/wordpress SOCKET=$folder/socket php -d extension="$modules/mysqlnd.so" -d extension="$modules/mysqli.so" ask.php)
echo "$printed"

[[ $printed == '{"version":"6.1.9","second insert":1,"error":"","rollback":0,"rows after it":["second"]}' ]] || {
  echo 'this has changed' >&2
  exit 1
}
