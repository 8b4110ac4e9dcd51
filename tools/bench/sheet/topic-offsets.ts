import kafkajs from 'kafkajs';

/** Messages by topic since the topics were made. Kafka's own topics are left out. */
export async function messagesByTopic(brokers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const kafka = new kafkajs.Kafka({ brokers: [...brokers], clientId: 'bench', logLevel: kafkajs.logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
    const counted = topics.map(async (topic) => {
      const partitions = await admin.fetchTopicOffsets(topic);
      return [topic, partitions.reduce((sum, { high }) => sum + Number(high), 0)] as const;
    });
    return new Map(await Promise.all(counted));
  } finally {
    await admin.disconnect();
  }
}
