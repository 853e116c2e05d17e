soft/aes_soft_memory.sv
soft/aes_soft_wishbone.sv
soft/aes_soft_ports.sv
top/aes_soft_picorv32.sv
top/aes_soft_vexriscv.sv
