/** English texts of the overview. */
export const enOverview = {
  overview: {
    title: 'Overview',
    periods: { today: 'Today', week: 'Last 7 days', month: 'Last 30 days' },
    choose: 'Period',
    volume: 'Volume',
    completed: 'Completed payments',
    successRate: 'Success rate',
    failures: 'Why payments failed',
    payments: 'Payments',
    earlier: 'Previous period',
    before: (value: string) => `Previous period: ${value}`,
    day: 'Day',
    hour: 'Hour',
    reason: 'Reason',
    asTable: 'As a table',
    noFailures: 'No payment has failed.',
    empty: 'There was no payment in this period.',
    start: 'Get started',
    codeFlood: 'Many requests for codes were refused in the last hour.',
    codeFloodWhy:
      'Somebody may be using your payment pages to have codes sent to other people’s phones. Once the limits are reached, no more codes are sent.',
    codeFloodShow: 'Show the requests',
  },
};
