import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { DataSource, EntitySchema } from 'typeorm';
import { DATABASE_ENTITIES } from '../service/platform.tokens.js';
import { Database } from './database.js';

/**
 * For a service with entities: TypeORM, with its usual injections (DataSource, EntityManager, repositories), on {@link Database}.
 * One that speaks SQL alone does without this module, and holds no TypeORM in memory.
 */
@Module({})
export class DatabaseModule {
  static async with(options: { readonly entities: readonly EntitySchema[] }): Promise<DynamicModule> {
    // loaded here, so that a process without a database does not hold TypeORM in memory
    const { TypeOrmModule } = await import('@nestjs/typeorm');
    // @nestjs/typeorm hands back the very options it was given; each app has its own
    const dataSources = new WeakMap<object, DataSource>();
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Database],
          useFactory: ({ dataSource }: Database) => {
            if (dataSource === undefined) throw new TypeError('the database was opened without entities');
            dataSources.set(dataSource.options, dataSource);
            return dataSource.options;
          },
          dataSourceFactory: (given) => {
            const dataSource = given === undefined ? undefined : dataSources.get(given);
            return dataSource === undefined
              ? Promise.reject(new Error('no such data source'))
              : Promise.resolve(dataSource);
          },
        }),
      ],
      providers: [{ provide: DATABASE_ENTITIES, useValue: options.entities }],
      exports: [DATABASE_ENTITIES],
    };
  }
}
