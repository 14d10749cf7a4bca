from parlour.core.bot import RandomBot as WinkBot
