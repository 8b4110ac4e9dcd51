/** The topic of the stock transport; its replies go to `<topic>.reply`. */
export const STOCK_TOPIC = 'bench.stock.create-intent';
