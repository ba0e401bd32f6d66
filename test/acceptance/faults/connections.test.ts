import { testEveryWrite } from "./every-write";
import { connections } from "./rows";

testEveryWrite(connections);
