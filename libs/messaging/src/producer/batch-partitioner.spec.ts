import { describe, expect, it } from '@jest/globals';
import type { Message, PartitionMetadata } from 'kafkajs';
import { BatchPartitioner } from './batch-partitioner.js';

const PARTITIONS = 6;
const partitionMetadata: PartitionMetadata[] = Array.from({ length: PARTITIONS }, (_, partitionId) => ({
  partitionErrorCode: 0,
  partitionId,
  leader: 1,
  replicas: [1],
  isr: [1],
}));

type Sent = Omit<Message, 'value'> & { readonly unordered?: boolean };

describe('BatchPartitioner', () => {
  const partitioner = new BatchPartitioner();
  const choose = partitioner.create();
  const place = (message: Sent): number =>
    choose({ topic: 'intents.commands.v1', partitionMetadata, message: { value: '{}', ...message } });

  it('keeps the messages of a key on one partition, from request to request', () => {
    for (const key of ['pi_1', 'pi_2', 'pi_3']) {
      const first = place({ key });
      partitioner.moveOn();
      expect(place({ key, unordered: false })).toBe(first);
    }
  });

  it('puts the unordered messages of a request on one partition', () => {
    const places = ['pi_1', 'pi_2', 'pi_3', 'pi_4'].map((key) => place({ key, unordered: true }));
    expect(new Set(places).size).toBe(1);
  });

  it('uses all partitions in turn', () => {
    const places = Array.from({ length: PARTITIONS }, () => {
      partitioner.moveOn();
      return place({ key: 'pi_1', unordered: true });
    });
    expect(new Set(places).size).toBe(PARTITIONS);
  });

  it('uses the partition that a message names', () => {
    expect(place({ key: null, partition: 4, unordered: true })).toBe(4);
  });
});
