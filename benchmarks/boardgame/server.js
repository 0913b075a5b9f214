// boardgame.io's own server, in memory as it comes.
const { Server, Origins } = require("boardgame.io/server");
const { Load } = require("./game.js");

Server({ games: [Load], origins: [Origins.LOCALHOST] }).run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
