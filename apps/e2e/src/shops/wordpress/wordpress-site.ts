import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stack } from '@paygate/testing';
import { eventually } from '@paygate/testing';

/** An order of the shop, as its database has it. */
export interface ShopOrder {
  readonly id: string;
  readonly number: string;
  readonly token: string;
  readonly amount: string;
  readonly status: string;
  readonly intent_id: string | null;
  readonly note: string | null;
}

export const ADMIN = { name: 'admin', password: 'a password of the shop' };

/**
 * A shop: WordPress with the plug-in on PHP's own server, and its MariaDB. Both can be killed, and started again on the same data. It listens where the
 * stack lets a developer's own endpoint listen.
 */
export class WordPressSite {
  readonly url: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'paygate-wordpress-'));
  private readonly root: string;
  private readonly site: string;
  private database: ChildProcess | undefined;
  private web: ChildProcess | undefined;

  private constructor(
    private readonly stack: Stack,
    language: 'fr_FR' | '',
  ) {
    const shop = process.env['PAYGATE_SHOP'];
    if (shop === undefined) throw new Error('these suites run by `npm run shops -- wordpress`');
    this.root = join(shop, 'root/usr');
    this.site = join(this.root, 'share/wordpress');
    this.url = `http://localhost:${new URL(stack.ownEndpoint.url).port}`;
    writeFileSync(join(this.site, 'wp-config.php'), configuration());
    writeFileSync(join(this.folder, 'install.php'), installation(this.site, language));
  }

  /** A shop with the plug-in, connected to the stack as its owner does it in the settings. */
  static async start(stack: Stack, language: 'fr_FR' | '' = 'fr_FR'): Promise<WordPressSite> {
    const shop = new WordPressSite(stack, language);
    await shop.makeDatabase();
    await shop.startDatabase();
    await shop.run(join(shop.folder, 'install.php'));
    await shop.eval(
      "require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin('paygate/paygate.php') === null || exit(1);",
    );
    await shop.startWeb();
    return shop;
  }

  async startDatabase(): Promise<void> {
    const args = [...this.databaseArguments(), '--skip-networking', `--socket=${this.socket()}`];
    this.database = this.spawned(join(this.root, 'sbin/mariadbd'), args, 'database.log');
    await eventually(() =>
      this.php("mysqli_connect('localhost', 'root', '', 'wordpress', 0, getenv('SHOP_SOCKET')); echo 1;"),
    );
  }

  async startWeb(): Promise<void> {
    const address = `127.0.0.1:${new URL(this.url).port}`;
    this.web = this.spawned('php', [...this.extensions(), '-S', address, '-t', this.site], 'web.log');
    await eventually(async () => (await fetch(`${this.url}/wp-login.php`)).ok);
  }

  /** Ends processes as a loss of power does. */
  async kill(...which: readonly ('web' | 'database')[]): Promise<void> {
    for (const name of which) {
      const child = this[name];
      this[name] = undefined;
      if (child?.pid === undefined) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
  }

  /** Starts whatever does not run. */
  async startAgain(): Promise<void> {
    if (this.database === undefined) await this.startDatabase();
    if (this.web === undefined) await this.startWeb();
  }

  /** Lets the system's timer call WordPress, with the plug-in's job due. */
  async tick(): Promise<void> {
    await this.eval(
      "wp_clear_scheduled_hook('paygate_look_up'); wp_schedule_event(time() - 1, 'paygate_minute', 'paygate_look_up');",
    );
    await fetch(`${this.url}/wp-cron.php?doing_wp_cron`);
  }

  /** Runs code in WordPress, apart from the site's own processes, and returns what it prints. */
  eval(code: string): Promise<string> {
    return this.php(`require '${this.site}/wp-load.php'; ${code}`);
  }

  async rows<Row>(sql: string): Promise<readonly Row[]> {
    const printed = await this.eval(`echo json_encode(PaygateShop\\Db::rows(${quoted(sql)}));`);
    return JSON.parse(printed) as readonly Row[];
  }

  orders(): Promise<readonly ShopOrder[]> {
    return this.rows('SELECT id, number, token, amount, status, intent_id, note FROM {orders} ORDER BY id');
  }

  /** An item for sale and the address of the page on which it is ordered. */
  async sell(title: string, price: string, stock = ''): Promise<{ readonly id: string; readonly address: string }> {
    const printed = await this.eval(`
      $id = wp_insert_post(['post_type' => 'paygate_item', 'post_status' => 'publish', 'post_title' => ${quoted(title)}]);
      foreach (['price' => '${price}', 'currency' => 'XAF', 'stock' => '${stock}'] as $name => $value) update_post_meta($id, "_paygate_$name", $value);
      echo json_encode(['id' => (string) $id, 'address' => add_query_arg('paygate_item', $id, get_permalink(get_option('paygate_page')))]);`);
    return JSON.parse(printed) as { id: string; address: string };
  }

  async close(): Promise<void> {
    await this.kill('web', 'database');
    rmSync(this.folder, { recursive: true });
  }

  private async makeDatabase(): Promise<void> {
    mkdirSync(join(this.folder, 'data'));
    const scripts = ['system_tables', 'performance_tables', 'system_tables_data'].map((name) =>
      readFileSync(join(this.root, `share/mysql/mysql_${name}.sql`), 'utf8'),
    );
    const sql = [
      'CREATE DATABASE mysql;',
      'USE mysql;',
      'SET @auth_root_socket=NULL;',
      ...scripts,
      'CREATE DATABASE wordpress;',
    ].join('\n');
    const made = promisify(execFile)(join(this.root, 'sbin/mariadbd'), [...this.databaseArguments(), '--bootstrap'], {
      env: this.environment(),
    });
    made.child.stdin?.end(sql);
    await made;
  }

  private databaseArguments(): readonly string[] {
    const messages = `--lc-messages-dir=${join(this.root, 'share/mysql')}`;
    const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
    return ['--no-defaults', `--basedir=${this.root}`, messages, `--datadir=${join(this.folder, 'data')}`, ...asRoot];
  }

  private async php(code: string): Promise<string> {
    const file = join(this.folder, `eval-${String(process.hrtime.bigint())}.php`);
    writeFileSync(file, `<?php ${code}`);
    try {
      return await this.run(file);
    } finally {
      rmSync(file);
    }
  }

  private async run(file: string): Promise<string> {
    const { stdout } = await promisify(execFile)('php', [...this.extensions(), file], { env: this.environment() });
    return stdout;
  }

  private extensions(): readonly string[] {
    const folder = join(this.root, 'lib/php/20220829');
    return ['mysqlnd', 'mysqli'].flatMap((name) => ['-d', `extension=${join(folder, `${name}.so`)}`]);
  }

  private spawned(program: string, args: readonly string[], log: string): ChildProcess {
    const child = spawn(program, args, { detached: true, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    const file = createWriteStream(join(this.folder, log), { flags: 'a' });
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.once('exit', () => file.end());
    return child;
  }

  private socket(): string {
    return join(this.folder, 'socket');
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      LD_LIBRARY_PATH: join(this.root, 'lib/x86_64-linux-gnu'),
      PHP_CLI_SERVER_WORKERS: '6',
      SSL_CERT_FILE: this.stack.gateway.ca,
      SHOP_SOCKET: this.socket(),
      SHOP_URL: this.url,
    };
  }
}

/** Text as PHP reads it. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The configuration of each shop here: keys of cookies that are good enough for this machine, and no requests to the outside. */
function configuration(): string {
  return `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('SHOP_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', getenv('SHOP_URL'));
define('WP_SITEURL', getenv('SHOP_URL'));
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define("{$name}_KEY", hash('sha256', SHOP_KEY . "$name key"));
    define("{$name}_SALT", hash('sha256', SHOP_KEY . "$name salt"));
}
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`.replaceAll('SHOP_KEY', "getenv('SHOP_SOCKET')");
}

function installation(site: string, language: string): string {
  return `<?php
define('WP_INSTALLING', true);
$_SERVER += ['HTTP_HOST' => 'localhost', 'REQUEST_METHOD' => 'GET'];
require '${site}/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Boutique', '${ADMIN.name}', 'admin@shop.example', true, '', '${ADMIN.password}', '${language}');
`;
}
