import type { ComponentType } from 'react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '../api/client.js';

/**
 * A page whose module is loaded when it is opened. Without a connection it fails like a request, so that the frame stays and offers
 * another try. Where the gateway answers, the module is of another version: the router then reloads the page.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ReturnType<typeof lazyRouteComponent> {
  return lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      if (await isReached()) throw error;
      throw new ApiError(0, null);
    }
  }, name);
}

/** Reloads the page when the gateway answers: a module that has failed once may not be asked for again. */
export async function reloadWhenReached(): Promise<void> {
  if (await isReached()) location.reload();
}

async function isReached(): Promise<boolean> {
  try {
    await fetch('/dashboard/', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
