/* What a page does beyond HTML. Every page works without it. */

const POLL_MS = 2_000;
const SLOWEST_POLL_MS = 10_000;
/** After it the customer asks by the button: a page that was left open asks for ever otherwise. */
const POLLS = 150;

const select = (selector: string): HTMLElement | null => document.querySelector(selector);

/** Counts down to the moment from which a code can be sent again. The device's clock may be wrong, so the page brings seconds. */
function countDown(line: HTMLElement): void {
  const end = performance.now() + Number(line.dataset['seconds']) * 1_000;
  const pattern = line.dataset['text'] ?? '';
  const timer = setInterval(() => {
    const left = Math.ceil((end - performance.now()) / 1_000);
    line.textContent = left > 0 ? pattern.replace('#', String(left)) : '';
    if (left <= 0) clearInterval(timer);
  }, 1_000);
}

/** Asks for the state of the payment until it is another, and loads the page that shows it. */
async function followPayment(url: string, state: string): Promise<void> {
  let waitMs = POLL_MS;
  for (let poll = 0; poll < POLLS; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const answer = await fetch(url, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(String(answer.status));
      const found = (await answer.json()) as { state: string };
      if (found.state !== state) {
        location.reload();
        return;
      }
      waitMs = POLL_MS;
    } catch {
      waitMs = Math.min(waitMs * 2, SLOWEST_POLL_MS);
    }
  }
}

for (const form of document.querySelectorAll('form'))
  form.addEventListener('submit', (event) => {
    // a second press while the first is under way; the service would answer it alike
    if (form.dataset['sent'] === 'yes') event.preventDefault();
    form.dataset['sent'] = 'yes';
  });
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form')) delete form.dataset['sent'];
});

const line = select('[data-seconds]');
if (line) countDown(line);
const waiting = select('[data-follow]');
if (waiting) void followPayment(waiting.dataset['follow'] ?? '', waiting.dataset['state'] ?? '');
const printing = select('[data-print]');
if (printing) {
  printing.hidden = false;
  printing.addEventListener('click', () => {
    print();
  });
}
(select('[role="alert"]') ?? select('[data-outcome]'))?.focus();
