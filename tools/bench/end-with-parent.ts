// Loaded before the program of a sibling: should the bench be killed, nothing of it stays behind.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
// the channel is no reason to stay alive
process.channel?.unref();
