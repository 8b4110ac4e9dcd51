import { orders } from '../../../../shop.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const status = orders.get(id);
  return status ? Response.json({ orderId: id, status }) : Response.json({}, { status: 404 });
}
