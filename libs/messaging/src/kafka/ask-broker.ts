import type { Admin, Kafka } from 'kafkajs';

/** Asks the broker over a connection that is kept only for the question. */
export async function askBroker<Answer>(kafka: Kafka, question: (admin: Admin) => Promise<Answer>): Promise<Answer> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await question(admin);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
